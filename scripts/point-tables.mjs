// Markdown tables of the evidence of published points. Used by read-speech-points.mjs.

const NAMES = { stream: 'Streams', room: 'Rooms' };

/** @param rows evidence of each language, then of all together. @returns a table: latency of the ends, pauses cut. */
export function speechTable(endpoint, rows) {
  const all = rows.at(-1);
  const profiles = all.points.map(({ profile }) => `\`${profile}\``);
  return [
    `${NAMES[endpoint]}, ${all.date}: ${all.turns} turns of ${all.corpora.join(', ')}.`,
    '',
    `| language | ends, pauses | ${profiles.join(' | ')} |`,
    `|---${'|---'.repeat(profiles.length + 1)}|`,
    ...rows.map((row, i) => {
      const name = i + 1 === rows.length ? 'all' : row.languages.join(' ');
      const cells = row.points.map(pointCell);
      return `| ${name} | ${row.turns}, ${row.points[0].holds} | ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}

/** Leaves the shares out if the pauses are too few: such a point has no `public_cutoff_rate`. */
function pointCell(point) {
  const { mean_latency_ms: mean, mean_latency_interval_ms: range, cut_holds: cut, cutoff_rate: rate } = point;
  const latency = range ? `${mean} ms [${range.low}, ${range.high}]` : `${mean} ms`;
  const plain = `(${(100 * rate).toFixed(1)} %)`;
  const shares = 'public_cutoff_rate' in point ? ` ${plain}; public lengths ${percent(point)}` : '';
  return `${latency}, ${cut} cut${shares}`;
}

function percent({ public_cutoff_rate: rate, public_cutoff_rate_interval: range }) {
  const shown = (share) => (100 * share).toFixed(1);
  return range ? `${shown(rate)} % [${shown(range.low)}, ${shown(range.high)}]` : `${shown(rate)} %`;
}
