import { choose, hash, pick } from './random.ts';
import { chooseTags, inventComment, inventTitle, inventTranscript, inventWord } from './spanish.ts';
import { audioBytes, audioKey, idOf, storiesWithAudio, type World } from './world.ts';

/** The values of one row by column. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

export interface Table {
  readonly name: string;
  /** Every row has the same columns in the same order. */
  readonly rows: (world: World) => Generator<Row>;
}

const salts = { up: 52, voter: 53, follower: 54, duration: 55, wave: 56, commenter: 57, name: 58 } as const;
const firstDay = Date.UTC(2024, 0, 1);
const daysMs = 730 * 86_400_000;
const timeOf = (index: number, count: number): string =>
  new Date(firstDay + Math.floor((index / count) * daysMs)).toISOString();

const toArray = (values: readonly (string | number)[]): string =>
  `{${values.map((value) => `"${value}"`).join(',')}}`;

const waves = Array.from({ length: 500 }, (_, wave) =>
  toArray(Array.from({ length: 100 }, (_each, slice) => 5 + pick(wave * 100 + slice, 61, 96))),
);
const durationOf = (story: number): number => 20_000 + pick(story, salts.duration, 280_000);

/** Consists of letters that a username's skeleton keeps, so that both are equal. */
const usernameOf = (user: number): string => {
  const name = inventWord(user, salts.name)
    .normalize('NFD')
    .replaceAll(/[^a-z]/gu, '')
    .slice(0, 10);
  return `u${user.toString(16).replaceAll('0', 'g').replaceAll('1', 'h')}_${name}`;
};

/** The word timings of a transcript, at 150 words a minute. */
const timeWords = (text: string): string =>
  JSON.stringify(
    text.split(' ').map((word, index) => ({
      text: word,
      startMs: index * 400,
      endMs: index * 400 + 380,
      confidence: 0.9,
    })),
  );

function* eachUser({ users }: World): Generator<Row> {
  for (let user = 0; user < users; user += 1) {
    const at = timeOf(user, users);
    const email = `persona${user}@correo.example`;
    yield { id: idOf('user', user), email, email_verified_at: at, created_at: at };
  }
}

const addOne = (counts: Uint32Array, index: number): void => {
  counts[index] = (counts[index] ?? 0) + 1;
};

function* eachProfile({ users, stories, followers, authorOf, participant }: World): Generator<Row> {
  const posts = new Uint32Array(users);
  for (let story = 0; story < stories; story += 1) addOne(posts, authorOf(story));
  const following = new Uint32Array(users);
  const followedBy = new Uint32Array(users);
  for (const [user, count] of followers.entries()) {
    for (let turn = 0; turn < count; turn += 1) {
      const follower = participant(user, turn, salts.follower);
      if (follower === user) continue;
      addOne(following, follower);
      addOne(followedBy, user);
    }
  }
  for (let user = 0; user < users; user += 1) {
    yield {
      id: idOf('user', user),
      username: usernameOf(user),
      skeleton: usernameOf(user),
      posts_count: posts[user] ?? 0,
      followers_count: followedBy[user] ?? 0,
      following_count: following[user] ?? 0,
    };
  }
}

/** Returns the place of each story with audio in the list of the most voted. */
const rankStoriesWithAudio = ({ stories, storyAtRank }: World): ReadonlyMap<number, number> =>
  new Map(
    Array.from({ length: Math.min(storiesWithAudio, stories) }, (_, rank) => [storyAtRank(rank), rank]),
  );

function* eachRecording(world: World): Generator<Row> {
  const ranks = rankStoriesWithAudio(world);
  for (let story = 0; story < world.stories; story += 1) {
    const id = idOf('recording', story);
    const at = timeOf(story, world.stories);
    const rank = ranks.get(story);
    yield {
      id,
      user_id: idOf('user', world.authorOf(story)),
      state: 'ready',
      claimed_type: 'audio/wav',
      bytes: audioBytes,
      original_key: rank === undefined ? `original/${id}` : audioKey('original', rank),
      playback_key: rank === undefined ? `playback/${id}` : audioKey('playback', rank),
      playback_bytes: audioBytes,
      playback_type: 'audio/wav',
      container: 'wav',
      codec: 'pcm',
      duration_ms: durationOf(story),
      peaks: choose(waves, story, salts.wave),
      peaks_measured: true,
      created_at: at,
      uploaded_at: at,
      inspected_at: at,
    };
  }
}

const isUp = (story: number, turn: number): boolean => hash(story * 31 + turn, salts.up) % 100 < 85;

function* eachStory(world: World): Generator<Row> {
  const ranks = rankStoriesWithAudio(world);
  const { stories, votes, comments, authorOf } = world;
  for (let story = 0; story < stories; story += 1) {
    const total = votes[story] ?? 0;
    let up = 0;
    for (let turn = 0; turn < total; turn += 1) if (isUp(story, turn)) up += 1;
    const at = timeOf(story, stories);
    const transcript = inventTranscript(story);
    yield {
      id: idOf('story', story),
      recording_id: idOf('recording', story),
      user_id: idOf('user', authorOf(story)),
      title: inventTitle(story),
      transcript,
      transcript_words: ranks.has(story) ? timeWords(transcript) : null,
      duration_ms: durationOf(story),
      tags: toArray(chooseTags(story, stories)),
      published: true,
      published_at: at,
      upvotes: up,
      downvotes: total - up,
      score: up - (total - up),
      comments_count: comments[story] ?? 0,
      created_with: 'bench',
      created_at: at,
      updated_at: at,
    };
  }
}

function* eachTranscript({ stories }: World): Generator<Row> {
  for (let story = 0; story < stories; story += 1) {
    yield {
      recording_id: idOf('recording', story),
      status: 'completed',
      provider: 'bench',
      text: inventTitle(story),
      created_at: timeOf(story, stories),
    };
  }
}

function* eachVote({ stories, votes, participant }: World): Generator<Row> {
  for (const [story, count] of votes.entries()) {
    for (let turn = 0; turn < count; turn += 1) {
      yield {
        story_id: idOf('story', story),
        user_id: idOf('user', participant(story, turn, salts.voter)),
        direction: isUp(story, turn) ? 'up' : 'down',
        created_at: timeOf(story, stories),
      };
    }
  }
}

function* eachComment({ users, comments }: World): Generator<Row> {
  let number = 0;
  for (const [story, count] of comments.entries()) {
    for (let turn = 0; turn < count; turn += 1) {
      const user = pick(number, salts.commenter, users);
      yield {
        id: idOf('comment', number),
        story_id: idOf('story', story),
        user_id: idOf('user', user),
        content: inventComment(number),
        author_name: usernameOf(user),
        created_at: new Date(firstDay + daysMs + number * 10).toISOString(),
      };
      number += 1;
    }
  }
}

function* eachFollow({ users, followers, participant }: World): Generator<Row> {
  let number = 0;
  for (const [user, count] of followers.entries()) {
    for (let turn = 0; turn < count; turn += 1) {
      const follower = participant(user, turn, salts.follower);
      if (follower === user) continue;
      yield {
        id: idOf('follow', number),
        follower_id: idOf('user', follower),
        following_id: idOf('user', user),
        created_at: timeOf(number % users, users),
      };
      number += 1;
    }
  }
}

/** In the order of the foreign keys. */
export const tables: readonly Table[] = [
  { name: 'users', rows: eachUser },
  { name: 'profiles', rows: eachProfile },
  { name: 'recordings', rows: eachRecording },
  { name: 'stories', rows: eachStory },
  { name: 'transcripts', rows: eachTranscript },
  { name: 'votes', rows: eachVote },
  { name: 'comments', rows: eachComment },
  { name: 'follows', rows: eachFollow },
];
