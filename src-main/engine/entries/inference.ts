/** Entry of an inference process (llama.cpp). In: requests over ipc. Out: see models/inference. */
import { serveInference } from '../../models/inference/serve-inference.ts';
import { endWithParent } from './orphan-watch.ts';

endWithParent();
serveInference();
