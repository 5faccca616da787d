"""Streams a WAV in real time and prints the events. 16 kHz mono PCM16."""

import asyncio
import json
import os
import sys
import wave

import websockets

URL = os.environ.get("TURNWIRE_URL", "ws://localhost:8080/v2/stream")
API_KEY = os.environ.get("TURNWIRE_API_KEY", "demo")
FRAME_SAMPLES = 1280  # 80 ms


async def send_audio(socket, path):
    with wave.open(path) as wav:
        assert (wav.getframerate(), wav.getnchannels(), wav.getsampwidth()) == (16000, 1, 2)
        while pcm := wav.readframes(FRAME_SAMPLES):
            await socket.send(b"\x00" + pcm)  # one leading byte, 0, names the source
            await asyncio.sleep(FRAME_SAMPLES / 16000)
    await socket.send(json.dumps({"type": "session.end"}))


async def main(path):
    async with websockets.connect(URL) as socket:
        start = {"type": "session.start", "api_key": API_KEY, "eot": {"latency_budget_ms": 600}}
        await socket.send(json.dumps(start))
        sender = None
        async for text in socket:
            event = json.loads(text)
            print(json.dumps(event), flush=True)
            if event["type"] == "session.started":
                sender = asyncio.create_task(send_audio(socket, path))
        if sender:
            await sender
        print(f"closed: {socket.close_code} {socket.close_reason}", file=sys.stderr)


asyncio.run(main(sys.argv[1]))
