#!/bin/sh
# Opens a session by hand with websocat, without audio: session.started, then the summary, then close 1000.
url=${TURNWIRE_URL:-ws://localhost:8080/v2/stream}
key=${TURNWIRE_API_KEY:-demo}
printf '%s\n%s\n' "{\"type\":\"session.start\",\"api_key\":\"$key\"}" '{"type":"session.end"}' | websocat -n "$url"
