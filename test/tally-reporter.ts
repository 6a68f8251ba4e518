/**
 * A reporter of vitest. In: a finished run. Out: a JSON file (path in CARREL_TALLY) with how many
 * tests passed, failed and were skipped, and the reason of each skip.
 */
import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export interface Tally {
  passed: number;
  failed: number;
  skipped: { name: string; reason: string }[];
}

/** A reason may stand in a title, where a whole group is skipped: "the app (skipped: no binary)". */
const REASON_IN_TITLE = / \(skipped: (.+?)\)(?= > |$)/u;

function skipOf(title: string, note: string | undefined): { name: string; reason: string } {
  const inTitle = REASON_IN_TITLE.exec(title)?.[1];
  return {
    name: title.replace(REASON_IN_TITLE, ''),
    reason: note ?? inTitle ?? 'the test gives no reason',
  };
}

/** The default export is how vitest loads a reporter that is named on its command line. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tally: Tally = { passed: 0, failed: unhandled.length, skipped: [] };
    for (const module of modules) {
      // A file that cannot even be loaded has no tests to count.
      tally.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') tally.passed += 1;
        else if (result.state === 'skipped') tally.skipped.push(skipOf(test.fullName, result.note));
        else tally.failed += 1;
      }
    }
    const file = process.env['CARREL_TALLY'];
    if (file) writeFileSync(file, JSON.stringify(tally));
  }
}
