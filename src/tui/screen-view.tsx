/** Renders the lines of a band as ink elements: a Text for each line, with a Text for each piece inside. */
import { Box, render, Text } from 'ink';
import { useSyncExternalStore, type ReactElement } from 'react';
import type { BandSource, MountedBand } from './bands.js';
import { FramePainter } from './frame-painter.js';

/** Starts an ink application for one band, painted from `topRow` on. */
export function mountBand(
  stdout: NodeJS.WriteStream,
  source: BandSource,
  topRow: number,
  color: boolean,
): MountedBand {
  const painter = new FramePainter(stdout, topRow);
  const app = render(<BandView source={source} color={color} />, {
    stdout: painter as unknown as NodeJS.WriteStream,
    // Debug mode makes ink write whole frames at once, even under CI; the painter writes only what changed.
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
