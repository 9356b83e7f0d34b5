import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { trpc } from '../../lib/calls/trpc.ts';
import { refreshIntervalMs } from '../../lib/refresh-interval.ts';
import { newsText } from '../../messages/bell/news.ts';

export function BellLink() {
  const { data: unread = 0 } = trpc.news.unread.useQuery(undefined, {
    refetchInterval: refreshIntervalMs,
  });
  const label = newsText.unread(unread);
  return (
    <Link
      to="/avisos"
      aria-label={label}
      title={label}
      className="relative grid size-11 shrink-0 place-items-center rounded-pill hover:bg-sunken [&_svg]:size-5"
    >
      <Bell aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-2 right-2 size-2.5 rounded-pill border-2 border-paper bg-voice forced-colors:bg-[Highlight]"
        />
      )}
    </Link>
  );
}
