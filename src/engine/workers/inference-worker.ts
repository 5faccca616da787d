/** Entry file of a worker of the inference pool. */
import { serveKernels } from '../../inference/worker-host.js';
import { ENGINE_KERNELS } from './kernels.js';

serveKernels(ENGINE_KERNELS);
