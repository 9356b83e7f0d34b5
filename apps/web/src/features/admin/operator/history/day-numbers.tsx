import type { DayFigures } from '@relato/contract/admin/types';
import { historyText } from '../../../../messages/operator/history.ts';

const { numbers: text } = historyText;
const orUnknown = (value: number | null, format: (known: number) => string): string =>
  value === null ? text.unknown : format(value);

/** Lists the figures that the plots draw, newest first. */
export function DayNumbers({ days }: { readonly days: readonly DayFigures[] }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center text-sm font-[650]">{text.open}</summary>
      <section
        aria-label={text.open}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which the keyboard does from the focus
        tabIndex={0}
        className="max-h-80 overflow-auto text-sm tabular-nums"
      >
        <table className="w-full text-right whitespace-nowrap [&_:is(td,th)]:py-1 [&_:is(td,th)]:pl-4">
          <thead>
            <tr>
              <th scope="col" className="pl-0! text-left">
                {text.day}
              </th>
              {text.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((each) => (
              <tr key={each.day} className="border-t border-line">
                <th scope="row" className="pl-0! text-left font-normal">
                  {historyText.shortDay(each.day)}
                </th>
                <td>{orUnknown(each.diskUsedBytes, historyText.size)}</td>
                <td>{historyText.size(each.databaseBytes)}</td>
                <td>{orUnknown(each.users, historyText.count)}</td>
                <td>{orUnknown(each.publicStories, historyText.count)}</td>
                <td>{orUnknown(each.stories, historyText.count)}</td>
                <td>
                  {orUnknown(each.oldestReportSeconds, (seconds) => historyText.hours(seconds / 3_600))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
