import { getModel, type ListedModel } from '@relato/speech';
import { alignColumns } from './align-columns.ts';

export const toMegabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

const headings = ['', 'MODEL', 'HERE', 'SIZE', 'ERRORS', 'SPEED', 'MEMORY', 'WORD TIMES', 'LICENCE'];
const legend = [
  '',
  '* is used. ERRORS: wrong words of a hundred in Spanish, as published. SPEED (times real time, two cores) and MEMORY: estimates.',
  "A model that you put there yourself has none of these: 'npm run transcription:evaluate' measures them.",
];

/** Returns the lines that show these models. */
export function toModelTable(models: readonly ListedModel[]): string[] {
  const rows = [headings, ...models.map(toCells)];
  return [...alignColumns(rows), ...legend];
}

function toCells({ name, state, isChosen, bytes }: ListedModel): string[] {
  const model = getModel(name);
  const percent = model ? Math.floor((bytes / model.bytes) * 100) : 0;
  return [
    isChosen ? '*' : '',
    name,
    { installed: 'yes', partial: `${percent} %`, missing: 'no' }[state],
    `${toMegabytes(model?.bytes ?? bytes)} MB`,
    model ? `${model.publishedWer} %` : '-',
    model ? `${model.estimatedSpeed}x` : '-',
    model ? `${toMegabytes(model.estimatedMemoryBytes)} MB` : '-',
    model?.wordTimes ?? '-',
    model?.license ?? '-',
  ];
}
