/**
 * Token times from cross-attention: the weights of the alignment heads, normalised and averaged, form a matrix of tokens by
 * frames, and the cheapest monotone path through it tells when each token was spoken. The method of openai-whisper's `timing.py`.
 */

/**
 * @param rows `rows[token][head]`: `[frames]` attention weights
 * @returns `[tokens + 1]` the first frame of each token on the path, then the number of frames
 */
export function alignRows(rows: readonly (readonly Float32Array[])[]): number[] {
  const count = rows.length;
  const frames = rows[0]?.[0]?.length ?? 0;
  if (count === 0 || frames === 0) return Array.from({ length: count + 1 }, () => 0);
  return firstFrames(costs(rows, count, frames), count, frames);
}

/** `[tokens * frames]`: minus the mean over the heads of the weights, each normalised over the tokens of its frame. */
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
