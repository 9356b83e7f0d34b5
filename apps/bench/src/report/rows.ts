/** One line of the result. */
export interface Row {
  readonly workload: string;
  /** The condition that must hold, or null for a figure without a bar. */
  readonly bar: string | null;
  readonly measured: string;
  /** Null without a bar, or if it could not be measured: `note` then says why. */
  readonly holds: boolean | null;
  readonly note?: string;
  /** The points of the drawing of growth. */
  readonly points?: readonly GrowthPoint[];
}

export const verdictOf = ({ bar, holds }: Row): string => {
  if (bar === null) return '';
  return holds === null ? 'absent' : holds ? 'hold' : '**short**';
};

export interface GrowthPoint {
  readonly stories: number;
  readonly p50Ms: number;
}
