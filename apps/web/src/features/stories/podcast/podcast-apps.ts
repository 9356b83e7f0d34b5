/** The podcast apps that a link can open, with the addresses that they register for. */
export function toPodcastApps(feedUrl: string): readonly { readonly name: string; readonly href: string }[] {
  const address = feedUrl.replace(/^https?:\/\//, '');
  return [
    { name: 'Apple Podcasts', href: `podcast://${address}` },
    { name: 'Pocket Casts', href: `pktc://subscribe/${address}` },
    { name: 'AntennaPod', href: `itpc://${address}` },
    { name: 'Overcast', href: `overcast://x-callback-url/add?url=${encodeURIComponent(feedUrl)}` },
  ];
}
