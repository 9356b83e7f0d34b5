export function StoryScreen({ storyId }: { readonly storyId: string }) {
  return <p>{storyId}</p>;
}
