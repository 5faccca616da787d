/** An inference that answers repeated calls from memory: many sessions on one sound cost little more than one. */
import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { createInlineInference } from '../../src/inference/inline.js';
import type { Inference } from '../../src/inference/kernel.js';

export function memoisedInference(): Inference {
  const inner = createInlineInference();
  const answers = new Map<string, unknown>();
  return {
    ...inner,
    async call(kernel, input, options) {
      const key = createHash('sha1').update(kernel.name).update(serialize(input)).digest('hex');
      if (!answers.has(key)) answers.set(key, await inner.call(kernel, input, options));
      return structuredClone(answers.get(key)) as Awaited<ReturnType<typeof inner.call<unknown, never>>>;
    },
  };
}
