import { ExternalLink } from 'lucide-react';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { podcastsText } from '../../../messages/podcasts.ts';
import { CopyFeed } from './copy-feed.tsx';
import { toPodcastApps } from './podcast-apps.ts';

export interface SubscribeSheetProps {
  /** The address of the podcast. */
  readonly url: string;
  readonly what: string;
  readonly onClose: () => void;
}

export function SubscribeSheet({ url, what, onClose }: SubscribeSheetProps) {
  return (
    <ModalSheet title={podcastsText.title} onClose={onClose}>
      <p className="mt-1 mb-4 text-muted">{podcastsText.text(what)}</p>
      <CopyFeed url={url} />
      <h3 className="mt-5 font-ui text-sm font-[650] text-muted">{podcastsText.apps}</h3>
      <ul className="mt-1 divide-y divide-line">
        {toPodcastApps(url).map(({ name, href }) => (
          <li key={name}>
            <a href={href} className="flex min-h-12 items-center justify-between gap-3 font-semibold">
              {name}
              <ExternalLink aria-hidden="true" className="size-5 shrink-0 text-muted" />
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">{podcastsText.appsHint}</p>
    </ModalSheet>
  );
}
