/**
 * Word times from cross-attention: the weights of the alignment heads, normalised and averaged, give a token-by-frame
 * matrix; the cheapest monotone path through it says when each token was spoken (the method of Whisper's timing).
 */

/** First frame of every row on the path; length rows + 1, the last being the number of frames. */
export function alignRows(rows: readonly (readonly Float32Array[])[]): number[] {
  const count = rows.length;
  const frames = rows[0]?.[0]?.length ?? 0;
  if (count === 0 || frames === 0) return Array.from({ length: count + 1 }, () => 0);
  return firstFrames(costs(rows, count, frames), count, frames);
}

/** Negative mean over the heads of the weights, each head normalised per frame over the tokens. `[rows * frames]`. */
function costs(rows: readonly (readonly Float32Array[])[], count: number, frames: number): Float32Array {
  const cost = new Float32Array(count * frames);
  const heads = rows[0]!.length;
  for (let head = 0; head < heads; head++) {
    for (let frame = 0; frame < frames; frame++) {
      let sum = 0;
      let squares = 0;
      for (let row = 0; row < count; row++) {
        const weight = rows[row]![head]![frame]!;
        sum += weight;
        squares += weight * weight;
      }
      const mean = sum / count;
      const deviation = Math.sqrt(Math.max(squares / count - mean * mean, 0)) + 1e-6;
      for (let row = 0; row < count; row++) {
        cost[row * frames + frame]! -= (rows[row]![head]![frame]! - mean) / deviation / heads;
      }
    }
  }
  return cost;
}

/** Dynamic time warping: each step moves to the next frame, the next row, or both. */
function firstFrames(cost: Float32Array, count: number, frames: number): number[] {
  const total = new Float64Array(count * frames).fill(Infinity);
  const cameFrom = new Uint8Array(count * frames); // 0 diagonal, 1 from the row above, 2 from the frame before
  for (let row = 0; row < count; row++) {
    for (let frame = 0; frame < frames; frame++) {
      const here = row * frames + frame;
      let best = row === 0 && frame === 0 ? 0 : Infinity;
      let move = 0;
      if (row > 0 && frame > 0) best = total[here - frames - 1]!;
      if (row > 0 && total[here - frames]! < best) [best, move] = [total[here - frames]!, 1];
      if (frame > 0 && total[here - 1]! < best) [best, move] = [total[here - 1]!, 2];
      total[here] = best + cost[here]!;
      cameFrom[here] = move;
    }
  }
  const first = Array.from({ length: count + 1 }, () => frames);
  for (let row = count - 1, frame = frames - 1; ;) {
    first[row] = frame;
    if (row === 0 && frame === 0) return first;
    const move = cameFrom[row * frames + frame]!;
    if (move !== 2) row -= 1;
    if (move !== 1) frame -= 1;
  }
}
