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


async def send_audio(socket, wav):
    while pcm := wav.readframes(FRAME_SAMPLES):
        await socket.send(b"\x00" + pcm)  # one leading byte, 0, names the source
        await asyncio.sleep(FRAME_SAMPLES / 16000)
    await socket.send(json.dumps({"type": "session.end"}))


async def main(path):
    wav = wave.open(path)
    if (wav.getframerate(), wav.getnchannels(), wav.getsampwidth()) != (16000, 1, 2):
        sys.exit(f"{path} is not 16 kHz mono PCM16; convert it: ffmpeg -i {path} -ar 16000 -ac 1 out.wav")
    async with websockets.connect(URL) as socket:
        start = {"type": "session.start", "api_key": API_KEY, "eot": {"latency_budget_ms": 600}}
        await socket.send(json.dumps(start))
        sender = None
        try:
            async for text in socket:
                event = json.loads(text)
                print(json.dumps(event), flush=True)
                if event["type"] == "session.started":
                    sender = asyncio.create_task(send_audio(socket, wav))
        except websockets.ConnectionClosedError:
            pass  # any close but 1000 and 1001; its reason is printed below
        if sender:
            sender.cancel()
        print(f"closed: {socket.close_code} {socket.close_reason}", file=sys.stderr)
        return 0 if socket.close_code == 1000 else 1


sys.exit(asyncio.run(main(sys.argv[1])))
