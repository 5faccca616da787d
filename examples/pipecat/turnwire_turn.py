"""A turn analyzer for pipecat-ai that lets `turnwire serve` decide when the user's turn is over.

    TurnAnalyzerUserTurnStopStrategy(turn_analyzer=TurnwireTurnAnalyzer(api_key="demo"))

All of the user's sound goes to one session of the service. `turn.end` completes the turn. If the service cannot be reached,
or is lost, turns end after `fallback_secs` of silence, and the log says so once.
"""

import asyncio
import json

import websockets
from loguru import logger
from pipecat.audio.turn.base_turn_analyzer import BaseTurnAnalyzer, BaseTurnParams, EndOfTurnState

RATE = 16_000
"""Samples a second that the service takes: pipecat's default for input."""


class TurnwireTurnAnalyzer(BaseTurnAnalyzer):
    def __init__(
        self,
        *,
        url="ws://localhost:8080/v2/stream",
        api_key="demo",
        profile="cutoff_5pct",
        language="en",
        messages=(),
        fallback_secs=3.0,
        sample_rate=None,
    ):
        super().__init__(sample_rate=sample_rate)
        self._url = url
        self._start = {
            "type": "session.start",
            "api_key": api_key,
            "eot": {"profile": profile},
            "language": {"pin": language},
            "messages": list(messages),
            "idle_timeout_s": 0,
        }
        self._fallback_secs = fallback_secs
        self._sound = asyncio.Queue()
        self._task = None
        self._lost = False
        self._ended = False
        self._speech = False
        self._silence_secs = 0.0

    @property
    def speech_triggered(self):
        return self._speech

    @property
    def params(self):
        return BaseTurnParams()

    def append_audio(self, buffer, is_speech):
        if self._task is None:
            if self.sample_rate != RATE:
                raise ValueError(f"turnwire takes {RATE} Hz: set audio_in_sample_rate={RATE}, not {self.sample_rate}")
            self._task = asyncio.get_running_loop().create_task(self._session())
        self._sound.put_nowait(buffer)
        self._speech = self._speech or is_speech
        self._silence_secs = 0.0 if is_speech else self._silence_secs + len(buffer) / 2 / RATE
        is_over = self._ended or (self._lost and self._speech and self._silence_secs >= self._fallback_secs)
        if not is_over:
            return EndOfTurnState.INCOMPLETE
        self.clear()
        return EndOfTurnState.COMPLETE

    async def analyze_end_of_turn(self):
        return (EndOfTurnState.COMPLETE if self._ended else EndOfTurnState.INCOMPLETE), None

    def clear(self):
        self._ended = self._speech = False

    async def cleanup(self):
        if self._task is not None:
            self._sound.put_nowait(None)
            await self._task
            self._task = None

    async def _session(self):
        try:
            async with websockets.connect(self._url) as socket:
                await socket.send(json.dumps(self._start))
                sender = None
                async for text in socket:
                    event = json.loads(text)
                    if event["type"] == "session.started":
                        sender = asyncio.create_task(self._send(socket))
                    elif event["type"] in ("turn.end", "turn.resumed"):
                        self._ended = event["type"] == "turn.end"
                if sender is not None:
                    sender.cancel()
                if socket.close_code != 1000:
                    raise ConnectionError(f"closed with {socket.close_code} {socket.close_reason}")
        except (OSError, ConnectionError, websockets.WebSocketException) as error:
            self._lost = True
            logger.error(f"{self._url}: {error}; turns end after {self._fallback_secs} s of silence now")

    async def _send(self, socket):
        try:
            while (buffer := await self._sound.get()) is not None:
                await socket.send(b"\x00" + buffer)  # one leading byte, 0, names the source
            await socket.send(json.dumps({"type": "session.end"}))
        except websockets.ConnectionClosed:
            pass  # the reader of events says so
