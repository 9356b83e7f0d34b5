import { CodeXml, Mail, QrCode, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { sharingText } from '../../../messages/stories/sharing.ts';
import { toChannels } from './channels.ts';

interface ChannelTilesProps {
  readonly title: string;
  readonly url: string;
  readonly onOpen: (step: 'qr' | 'embed') => void;
}

const texts = sharingText.channels;
const tileClass = 'flex flex-col items-center gap-1.5 text-center text-xs font-[560]';

export function ChannelTiles({ title, url, onOpen }: ChannelTilesProps) {
  const { whatsapp, telegram, mail } = toChannels({ title, url });
  const elsewhere = { target: '_blank', rel: 'noreferrer' };
  return (
    // Large text wraps instead of overlapping.
    <ul className="-mx-1.5 mt-4 flex flex-wrap gap-y-3 *:flex-[1_1_3.5rem]">
      <li>
        <a href={whatsapp} {...elsewhere} className={tileClass}>
          <Disc icon={<WhatsappIcon />} />
          {texts.whatsapp}
        </a>
      </li>
      <li>
        <a href={telegram} {...elsewhere} className={tileClass}>
          <Disc icon={<Send />} />
          {texts.telegram}
        </a>
      </li>
      <li>
        <a href={mail} className={tileClass}>
          <Disc icon={<Mail />} />
          {texts.mail}
        </a>
      </li>
      <li>
        <button type="button" className={`${tileClass} w-full`} onClick={() => onOpen('qr')}>
          <Disc icon={<QrCode />} />
          {texts.qr}
        </button>
      </li>
      <li>
        <button type="button" className={`${tileClass} w-full`} onClick={() => onOpen('embed')}>
          <Disc icon={<CodeXml />} />
          {texts.embed}
        </button>
      </li>
    </ul>
  );
}

function Disc({ icon }: { readonly icon: ReactNode }) {
  return (
    <span className="grid size-13.5 place-items-center rounded-pill bg-sunken [&_svg]:size-6">{icon}</span>
  );
}

/** A telephone in a bubble; lucide-react has no icons of brands. */
function WhatsappIcon() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M2.99 16.34a2 2 0 0 1 .1 1.17l-1.07 3.29a1 1 0 0 0 1.24 1.17l3.41-1a2 2 0 0 1 1.1.09 10 10 0 1 0-4.78-4.72" />
      <path
        strokeWidth={1.6}
        d="M15.9 14.6v1a1.3 1.3 0 0 1-1.4 1.3 8 8 0 0 1-7.4-7.4A1.3 1.3 0 0 1 8.4 8h1.05a.7.7 0 0 1 .7.58l.3 1.35a.7.7 0 0 1-.2.65l-.7.65a5.6 5.6 0 0 0 2.7 2.7l.65-.7a.7.7 0 0 1 .65-.2l1.35.3a.7.7 0 0 1 .6.7z"
      />
    </svg>
  );
}
