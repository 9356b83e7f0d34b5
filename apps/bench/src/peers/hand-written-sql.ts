/** The same stories as in the product's feed, each as the JSON of its answer. */
const story = (more = ''): string => `json_build_object(
  'id', s.id, 'title', s.title, 'transcript', s.transcript, 'transcriptStatus', 'ready', 'audioUrl', '/audio/' || s.id,
  'durationMs', s.duration_ms, 'peaks', array_to_string(r.peaks, ','), 'tags', s.tags, 'createdAt', s.created_at, 'published', s.published,
  'author', json_build_object('id', s.user_id, 'username', p.username), 'upvotes', s.upvotes, 'downvotes', s.downvotes,
  'comments', s.comments_count, 'commenters', s.commenters, 'clips', s.clips, 'hidden', NULL,
  'viewer', json_build_object('vote', NULL, 'canEdit', false)${more})`;
const storyTables =
  'stories s JOIN recordings r ON r.id = s.recording_id JOIN profiles p ON p.id = s.user_id';

const feed = (condition: string): string => `
  SELECT json_build_object('items', coalesce(json_agg(item), '[]'), 'nextCursor', max(id))::text AS json FROM (
    SELECT ${story()} AS item, s.id::text AS id
    FROM ${storyTables} WHERE s.published AND s.hidden_at IS NULL ${condition}
    ORDER BY s.score DESC, s.created_at DESC, s.id DESC LIMIT 20
  ) AS page`;

/** One statement for each call, which builds the whole answer. */
export const statements = {
  feed: feed(''),
  'feed-next': feed('AND (s.score, s.created_at, s.id) < ($1::int, $2::timestamptz, $3::uuid)'),
  story: `SELECT ${story(", 'transcriptWords', s.transcript_words")}::text AS json FROM ${storyTables}
    WHERE s.id = $1::uuid AND s.published AND s.hidden_at IS NULL`,
  comments: `SELECT json_build_object('items', coalesce(json_agg(item), '[]'), 'nextCursor', NULL)::text AS json FROM (
      SELECT json_build_object('id', c.id, 'storyId', c.story_id, 'content', c.content, 'authorName', c.author_name,
        'author', json_build_object('id', c.user_id, 'username', p.username), 'createdAt', c.created_at,
        'viewer', json_build_object('canDelete', false)) AS item
      FROM comments c LEFT JOIN profiles p ON p.id = c.user_id WHERE c.story_id = $1::uuid
      ORDER BY c.created_at, c.id LIMIT 20) AS page`,
  vote: `WITH known AS (SELECT (SELECT direction FROM votes WHERE story_id = $1::uuid AND user_id = $2::uuid) AS direction),
    given AS (
      INSERT INTO votes (story_id, user_id, direction) VALUES ($1::uuid, $2::uuid, $3::vote_direction)
      ON CONFLICT (story_id, user_id) DO UPDATE SET direction = excluded.direction),
    step AS (
      SELECT ($3 = 'up')::int - (known.direction IS NOT DISTINCT FROM 'up')::int AS up,
        ($3 = 'down')::int - (known.direction IS NOT DISTINCT FROM 'down')::int AS down FROM known)
    UPDATE stories SET upvotes = upvotes + step.up, downvotes = downvotes + step.down, score = score + step.up - step.down
    FROM step WHERE id = $1::uuid
    RETURNING json_build_object('upvotes', upvotes, 'downvotes', downvotes, 'vote', $3)::text AS json`,
  comment: `WITH added AS (
      INSERT INTO comments (id, story_id, user_id, content, author_name)
      SELECT $1::uuid, $2::uuid, id, $4, username::text FROM profiles WHERE id = $3::uuid RETURNING id, story_id)
    UPDATE stories SET comments_count = comments_count + 1 FROM added WHERE stories.id = added.story_id
    RETURNING json_build_object('id', added.id)::text AS json`,
  follow: `WITH added AS (
      INSERT INTO follows (id, follower_id, following_id) VALUES (gen_random_uuid(), $1::uuid, $2::uuid)
      ON CONFLICT DO NOTHING RETURNING id)
    UPDATE profiles SET followers_count = followers_count + (id = $2::uuid)::int,
      following_count = following_count + (id = $1::uuid)::int
    FROM (SELECT count(*) FROM added HAVING count(*) > 0) AS done
    WHERE id IN ($1::uuid, $2::uuid) RETURNING 'null' AS json`,
  save: `UPDATE recordings SET uploaded_at = now() WHERE id = $1::uuid RETURNING 'null' AS json`,
} as const;

export type StatementName = keyof typeof statements;
