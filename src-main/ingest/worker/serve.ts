/**
 * The loop of a page-reading process. In: calls over ipc, one at a time. Out: replies; any error
 * becomes a typed one, and nothing that a library throws outside a call ends the process.
 */
import { toCarrelError } from '../../domain/errors.ts';
import { asDocumentId } from '../../domain/ids.ts';
import type {
  WorkerCallName,
  WorkerInput,
  WorkerOutput,
  WorkerReply,
  WorkerRequest,
} from '../workers/protocol.ts';

type Handlers = {
  readonly [Name in WorkerCallName]: (input: WorkerInput<Name>) => Promise<WorkerOutput<Name>>;
};

/** Loaded by the call that needs them: the tokenizer, pdf.js and the canvas take 0.2 to 0.5 s each. */
const handlers: Handlers = {
  async open({ path, password }) {
    const { countPages } = await import('./first-reader.ts');
    return { pageCount: await countPages(path, password) };
  },
  async read(input) {
    const { readPages } = await import('./read.ts');
    return readPages(input, input.pages);
  },
  async recognise(input) {
    const { recognise } = await import('./recognise.ts');
    return recognise(input);
  },
  async describeFailed(input) {
    const { describeFailed } = await import('./read.ts');
    return describeFailed(input, input.pages, input.reason);
  },
  async assemble({ document, path, password, pages }) {
    const [{ assembleDocument }, { documentFacts }] = await Promise.all([
      import('../assemble/assemble.ts'),
      import('./open-documents.ts'),
    ]);
    const facts = await documentFacts({ path, password });
    const extras = { title: await facts.title(), outline: await facts.outline() };
    return assembleDocument(asDocumentId(document), pages, extras);
  },
  async picture(request) {
    const { pagePicture } = await import('./picture.ts');
    return pagePicture(request);
  },
};

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  try {
    const handler = handlers[request.call] as (input: unknown) => Promise<unknown>;
    return { id: request.id, output: await handler(request.input) };
  } catch (thrown) {
    const { code, message, retryable, detail } = toCarrelError(thrown);
    return { id: request.id, error: { code, message, retryable, detail } };
  }
}

export function serveCalls(): void {
  process.on('message', (request: WorkerRequest) => {
    void answer(request).then((reply) => process.send?.(reply));
  });
  // pdf.js rejects promises nobody holds (3 of 78 fuzzed files); the call itself still answers.
  process.on('unhandledRejection', (reason) =>
    process.stderr.write(`Unhandled rejection: ${String(reason)}\n`),
  );
}
