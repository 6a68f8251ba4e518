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
        else if (result.state === 'skipped')
          tally.skipped.push({ name: test.fullName, reason: result.note ?? 'the test gives no reason' });
        else tally.failed += 1;
      }
    }
    const file = process.env['CARREL_TALLY'];
    if (file) writeFileSync(file, JSON.stringify(tally));
  }
}
