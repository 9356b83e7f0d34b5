import { toLine } from '@relato/contract/text/markup';
import { sharingText } from '../../../messages/stories/sharing.ts';

/** Returns the addresses at which other apps take a link. A title may hold characters that no address can. */
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
