import { storiesText } from '../../messages/stories.ts';

export function FeedScreen() {
  return <p>{storiesText.loading}</p>;
}
