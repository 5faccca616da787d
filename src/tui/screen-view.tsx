/** The lines of `screen` as ink elements: one Text a line, so that layout stays cheap at ten updates a second. */
import { Box, Text } from 'ink';
import { useSyncExternalStore, type ReactElement } from 'react';
import type { Line } from './line.js';

/** Where the view gets its lines and learns that there are new ones. */
export interface LineSource {
  subscribe(listener: () => void): () => void;
  lines(): Line[];
}

export function ScreenView({ source, color }: { source: LineSource; color: boolean }): ReactElement {
  const lines = useSyncExternalStore(
    (listener) => source.subscribe(listener),
    () => source.lines(),
  );
  return (
    <Box flexDirection="column">
      {lines.map((line, row) => (
        <Text key={row} wrap="truncate">
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
