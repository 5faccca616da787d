/** Entry file of a pool worker. */
import { serveKernels } from '../../inference/worker-host.js';
import { ENGINE_KERNELS } from './kernels.js';

serveKernels(ENGINE_KERNELS);
