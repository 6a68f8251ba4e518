/** A run as a person follows it: steps and the model's reading on stderr, the answer on stdout. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { followRun } from '../../../src-main/cli/follow-run.ts';
import { createOutput } from '../../../src-main/cli/output.ts';
import { createProgress } from '../../../src-main/cli/progress.ts';
import type { RunEvent, RunEventBody } from '../../../src-preload/contract/run-events.ts';

function collected(): { stream: NodeJS.WriteStream; text(): string } {
  const parts: string[] = [];
  const stream = new PassThrough();
  stream.on('data', (data: Buffer) => parts.push(data.toString()));
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => parts.join('') };
}

const bodies: RunEventBody[] = [
  { type: 'step.started', step: 'search', label: 'Searching 7 documents' },
  { type: 'model.progress', role: 'synthesizer', evaluated: 512, total: 1330 },
  { type: 'answer.delta', text: 'Forty\u001b[2J ' },
  { type: 'answer.reset', reason: 'The model stopped.' },
  { type: 'answer.delta', text: 'Forty dollars [1].' },
  { type: 'notice', code: 'x', message: 'One reader was replaced.' },
];

function follow(streamed: boolean): { stdout: string; stderr: string } {
  const [out, err] = [collected(), collected()];
  const output = createOutput(false, () => undefined, out.stream, err.stream);
  const listener = followRun({ output, progress: () => createProgress(output.note, err.stream) }, streamed);
  bodies.forEach((body, seq) => listener({ run: 'r', seq, at: '2026-01-01T00:00:00Z', ...body } as RunEvent));
  return { stdout: out.text(), stderr: err.text() };
}

test('on a terminal the answer comes piece by piece, and begins again when it was void', () => {
  const { stdout, stderr } = follow(true);
  expect(stdout).toBe('Forty[2J \n\nThe model stopped. Starting again.\n\nForty dollars [1].');
  expect(stderr).toBe('Searching 7 documents\nThe model reads: 512/1330 tokens\nOne reader was replaced.\n');
});

test('elsewhere stdout waits for the whole answer', () => expect(follow(false).stdout).toBe(''));
