import { CodeXml, Mail, QrCode, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { sharingText } from '../../../messages/stories/sharing.ts';
import { toChannels } from './channels.ts';
import { WhatsappIcon } from './whatsapp-icon.tsx';

interface ChannelTilesProps {
  readonly title: string;
  readonly url: string;
  readonly onOpen: (step: 'qr' | 'embed') => void;
}

const texts = sharingText.channels;
const tileClass = 'flex flex-col items-center gap-1.5 text-center text-xs font-[560]';

/** Other apps, the QR code and the player for other pages. */
export function ChannelTiles({ title, url, onOpen }: ChannelTilesProps) {
  const { whatsapp, telegram, mail } = toChannels({ title, url });
  const elsewhere = { target: '_blank', rel: 'noreferrer' };
  return (
    <ul className="-mx-1.5 mt-4 flex justify-between *:min-w-0 *:flex-1">
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
