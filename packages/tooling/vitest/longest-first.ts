import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, although they are short. */
const longest = [
  'boot/start.test.ts',
  'faults/drills.test.ts',
  'local/create-local.test.ts',
  'src/tasks.test.ts',
];

/** Begins with the longest files. Without the results of an earlier run, vitest would begin with the largest ones. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = super.sort.bind(this);
    const sorted = await order(files);
    const first = longest.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}`)));
    return [...new Set([...first, ...sorted])];
  }
}
