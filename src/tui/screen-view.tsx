/** The lines of a band as ink elements: one Text a line, its pieces inside. */
import { Box, render, Text } from 'ink';
import { useSyncExternalStore, type ReactElement } from 'react';
import type { BandSource, MountedBand } from './bands.js';
import { FramePainter } from './frame-painter.js';

/** Mounts ink for one band, painting from `topRow`. */
export function mountBand(
  stdout: NodeJS.WriteStream,
  source: BandSource,
  topRow: number,
  color: boolean,
): MountedBand {
  const painter = new FramePainter(stdout, topRow);
  const app = render(<BandView source={source} color={color} />, {
    stdout: painter as unknown as NodeJS.WriteStream,
    // Whole frames, at once, also where the environment says CI; the painter writes only what changed.
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  return {
    redraw() {
      painter.forget();
      painter.emit('resize');
    },
    unmount() {
      app.unmount();
      app.cleanup();
    },
  };
}

function BandView({ source, color }: { source: BandSource; color: boolean }): ReactElement {
  const lines = useSyncExternalStore(
    (listener) => source.subscribe(listener),
    () => source.lines(),
  );
  return (
    <Box flexDirection="column">
      {lines.map((line, row) => (
        <Text key={row} wrap="truncate">
          {line.length === 0 ? ' ' : null}
          {line.map((piece, i) => (
            <Text
              key={i}
              color={color ? piece.color : undefined}
              bold={piece.bold}
              dimColor={piece.dim}
              inverse={piece.inverse}
            >
              {piece.text}
            </Text>
          ))}
        </Text>
      ))}
    </Box>
  );
}
