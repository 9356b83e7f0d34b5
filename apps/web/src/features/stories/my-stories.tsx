import { storiesText } from '../../messages/stories.ts';

export function MyStories() {
  return <p>{storiesText.loading}</p>;
}
