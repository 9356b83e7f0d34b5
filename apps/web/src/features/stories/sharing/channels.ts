import { toLine } from '@relato/contract/text/markup';
import { sharingText } from '../../../messages/stories/sharing.ts';

/** Returns the addresses that hand the link to other apps. Encodes the title, which may hold any character. */
export function toChannels({ title, url }: { readonly title: string; readonly url: string }) {
  const line = toLine(title);
  const message = encodeURIComponent(sharingText.message(line, url));
  const [subject, link] = [encodeURIComponent(line), encodeURIComponent(url)];
  return {
    whatsapp: `https://wa.me/?text=${message}`,
    telegram: `https://t.me/share/url?url=${link}&text=${subject}`,
    mail: `mailto:?subject=${subject}&body=${message}`,
  } as const;
}
