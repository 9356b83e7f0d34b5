// Reads the report of Stryker: https://github.com/stryker-mutator/mutation-testing-elements.

export interface MutationReport {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: ReadonlyArray<{
          readonly mutatorName: string;
          readonly status: string;
          readonly statusReason?: string;
          readonly replacement?: string;
          readonly location: { readonly start: { readonly line: number } };
        }>;
      }
    >
  >;
}

export interface Score {
  readonly killed: number;
  /** The number of changes that a comment excuses with its reason. */
  readonly excused: number;
  /** A line for each change that no test notices, or that is excused without a reason. */
  readonly survivors: readonly string[];
}

/** Matches Stryker's own text for a comment without a reason. */
const noReason = /^(?:Ignored (?:by|because)|$)/;

const isSurvivor = (status: string): boolean => status === 'Survived' || status === 'NoCoverage';

/** Returns the report without the changes that no test noticed. */
export const withoutSurvivors = (report: MutationReport): MutationReport => ({
  ...report,
  files: Object.fromEntries(
    Object.entries(report.files).map(([path, file]) => [
      path,
      { ...file, mutants: file.mutants.filter(({ status }) => !isSurvivor(status)) },
    ]),
  ),
});

export function toScore(folder: string, { files }: MutationReport): Score {
  let killed = 0;
  let excused = 0;
  const survivors: string[] = [];
  for (const [file, { mutants }] of Object.entries(files))
    for (const { status, statusReason = '', mutatorName, replacement = '', location } of mutants) {
      const where = `${folder}/${file}:${location.start.line}`;
      if (status === 'Killed' || status === 'Timeout') killed += 1;
      else if (status === 'Ignored' && !noReason.test(statusReason)) excused += 1;
      else if (status === 'Ignored') survivors.push(`${where}: is excused without a reason (${mutatorName})`);
      else if (isSurvivor(status)) survivors.push(`${where}: ${mutatorName} → ${replacement}`);
    }
  return { killed, excused, survivors };
}
