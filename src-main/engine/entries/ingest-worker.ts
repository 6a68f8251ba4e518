/** Process entry of a page reader: serves the ingest room's calls until its engine is gone. */
import { serveCalls } from '../../ingest/worker/serve.ts';
import { endWithParent } from './orphan-watch.ts';

endWithParent();
serveCalls();
