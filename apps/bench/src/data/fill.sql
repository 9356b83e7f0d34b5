-- Fills a new database with bench.stories stories: five for each user, and as many votes, comments and follows as stories, by
-- Zipf's law with exponent 1.1. All numbers come from hashes, so every run has the same rows.
CREATE SCHEMA bench;
CREATE FUNCTION bench.stories() RETURNS bigint LANGUAGE sql IMMUTABLE RETURN current_setting('bench.stories')::bigint;
CREATE FUNCTION bench.users() RETURNS bigint LANGUAGE sql IMMUTABLE RETURN greatest(200, bench.stories() / 5);
-- A number from 0 to `below` - 1.
CREATE FUNCTION bench.pick(n bigint, salt int, below bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN (hashint8extended(n, salt) & 9223372036854775807) % below;
CREATE FUNCTION bench.choose(n bigint, salt int, choices text[]) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN choices[1 + bench.pick(n, salt, cardinality(choices))];
-- Ids grow with the number, as those of UUIDv7 do with time. The last digit tells the kind.
CREATE FUNCTION bench.id(kind text, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE
  RETURN (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-00000000000'
    || array_position(ARRAY['user', 'recording', 'story', 'comment', 'follow'], kind))::uuid;
CREATE FUNCTION bench.at(n bigint, count bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE
  RETURN timestamptz '2024-01-01Z' + interval '1 ms' * floor(n::float8 / count * 730 * 86400000);

-- The words of the texts.
CREATE TABLE bench.words AS SELECT
  string_to_array('La noche en que|El día que|La tarde en que|Cuando|La última vez que|El verano en que|Nunca conté que|De cómo|'
    'Así fue que|La madrugada en que|Todavía recuerdo cuando|Nadie supo que|El año en que|La primera vez que|Justo cuando|'
    'Aquel domingo en que', '|') AS openings,
  string_to_array('mi abuela|mi abuelo|mi hermana|mi hermano|mi tía Elvira|mi primo|la vecina|el vecino|mi mamá|mi papá|'
    'un desconocido|la maestra|el panadero|mi mejor amiga|el chofer|la señora del quinto|un perro callejero|el cartero|mi suegra|'
    'el médico|una niña|el portero|mi exnovio|la comadre', '|') AS people,
  string_to_array('perdió el tren|encontró un anillo|cantó en la plaza|se quedó sin luz|vio un fantasma|escribió una carta|'
    'aprendió a bailar|cruzó la frontera|salvó al gato|rompió la guitarra|llegó sin avisar|dijo la verdad|pidió perdón|'
    'se ganó la lotería|olvidó mi nombre|cocinó para cien personas|subió al volcán|vendió la casa|apagó el incendio|'
    'volvió del mar|soñó con la lluvia|abrió el baúl|corrió bajo la tormenta|salió en la radio', '|') AS deeds,
  string_to_array('en Oaxaca|en Bogotá|en Valparaíso|en Sevilla|en Rosario|en Arequipa|en Guayaquil|en Mérida|en Córdoba|'
    'en Montevideo|en Asunción|en Medellín|en Cádiz|en La Habana|en Antigua|en el metro|en la frontera|en el pueblo|en la cocina|'
    'en el hospital|en la azotea|en el mercado|en la carretera|en el colegio|en la playa|en el cementerio|en una estación|'
    'en el autobús|en Ñuble|en Zacatecas', '|') AS places,
  string_to_array('Eran como las tres de la mañana y|Hacía un frío tremendo, así que|Yo tenía apenas once años cuando|'
    'Nadie me lo va a creer, pero|Resulta que|Al día siguiente|Sin decir una palabra|De pronto|Y entonces|Les juro que|'
    'Mientras sonaba la radio|Después de la misa|Con el corazón en la mano|Para colmo|Pasaron dos semanas y|'
    'Como si no hubiera pasado nada', '|') AS times,
  string_to_array('y nos reímos hasta llorar.|y desde entonces no volvió a ser igual.|y yo no supe qué decir.|'
    'pero nadie preguntó nada.|y todavía me da escalofríos.|aunque llovía a cántaros.|y apagaron todas las luces.|'
    'porque así son las cosas.|y me quedé pensando en ella.|sin mirar atrás.|y el gato ni se movió.|y eso fue todo.', '|') AS endings,
  -- From the most to the least used.
  string_to_array('amor|familia|humor|amistad|viajes|infancia|misterio|trabajo|música|barrio|migración|abuelos|traición|fútbol|'
    'escuela|mar|cocina|fantasmas|soledad|animales|pueblo|noche|esperanza|duelo|radio|carretera|navidad|lluvia|tren|secretos', '|') AS tags;
-- One of 65,536 invented words.
CREATE FUNCTION bench.word(n bigint, salt int) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN (SELECT initcap(string_agg(bench.choose(n, salt * 7 + part,
    '{ba,cor,dé,fi,gua,lón,ma,ñe,que,rro,sal,ti,ver,xa,yu,zen}'), '')) FROM generate_series(0, 3) AS part);
CREATE TABLE bench.sentences AS SELECT n, concat_ws(' ', bench.choose(n, 31, times), bench.choose(n, 32, people),
  bench.choose(n, 33, deeds), bench.choose(n, 34, places), bench.choose(n, 35, endings)) AS sentence
  FROM bench.words, generate_series(0, 3999) AS n;
-- Rows instead of one array of them, which would be read whole for each sentence.
ALTER TABLE bench.sentences ADD PRIMARY KEY (n);
CREATE TABLE bench.waves AS SELECT wave, (SELECT array_agg(5 + bench.pick(wave * 100 + slice, 61, 96))
  FROM generate_series(0, 99) AS slice)::smallint[] AS peaks FROM generate_series(0, 499) AS wave;

-- How many of `total` events fall to each of `ranks` ranks, the first rank most. The tail gets whole numbers whose mean is right.
CREATE FUNCTION bench.share_out(total bigint, ranks bigint, most bigint, salt int) RETURNS TABLE (rank bigint, events bigint)
LANGUAGE sql AS $$
  SELECT n, least(most, floor(share)::bigint + (bench.pick(n, salt, 1000000) < (share - floor(share)) * 1000000)::int)
  FROM (SELECT n, total * (n + 1) ^ -1.1::float8 / sum((n + 1) ^ -1.1::float8) OVER () AS share
    FROM generate_series(0, ranks - 1) AS n) AS shares
$$;
-- A prime as the step scatters ranks over rows, and visits each row once.
CREATE TABLE bench.story AS SELECT (rank * 7919 + 1) % bench.stories() AS n, rank, votes.events AS votes, comments.events AS comments,
    bench.pick((rank * 7919 + 1) % bench.stories(), 51, bench.users()) AS author
  FROM bench.share_out(bench.stories(), bench.stories(), bench.users() * 4 / 5, 1) AS votes
  JOIN bench.share_out(bench.stories(), bench.stories(), bench.stories(), 2) AS comments USING (rank) ORDER BY n;
-- The user who takes this turn in voting for a story or following a user: those of one thing are all different.
CREATE FUNCTION bench.participant(thing bigint, turn bigint, salt int) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN (bench.pick(thing, salt, bench.users()) + turn * 7907) % bench.users();
CREATE TABLE bench.follow AS SELECT row_number() OVER () - 1 AS n, follower, followed
  FROM (SELECT (rank * 7919 + 1) % bench.users() AS followed, events
    FROM bench.share_out(bench.stories(), bench.users(), bench.users() * 4 / 5, 3)) AS shares,
  generate_series(0, events - 1) AS turn, bench.participant(followed, turn, 54) AS follower WHERE follower <> followed;

INSERT INTO users (id, email, email_verified_at, created_at)
  SELECT bench.id('user', n), 'persona' || n || '@correo.example', bench.at(n, bench.users()), bench.at(n, bench.users())
  FROM generate_series(0, bench.users() - 1) AS n;
INSERT INTO profiles (id, username, skeleton, posts_count, followers_count, following_count)
  SELECT bench.id('user', n), name, name, coalesce(posts, 0), coalesce(followers, 0), coalesce(following, 0)
  FROM generate_series(0, bench.users() - 1) AS n
  CROSS JOIN LATERAL (SELECT 'u' || translate(to_hex(n), '01', 'gh') || '_voz' AS name) AS names
  LEFT JOIN (SELECT author AS n, count(*) AS posts FROM bench.story GROUP BY author) AS posts USING (n)
  LEFT JOIN (SELECT followed AS n, count(*) AS followers FROM bench.follow GROUP BY followed) AS followers USING (n)
  LEFT JOIN (SELECT follower AS n, count(*) AS following FROM bench.follow GROUP BY follower) AS following USING (n);
INSERT INTO recordings (id, user_id, state, claimed_type, bytes, original_key, playback_key, playback_bytes, playback_type, container,
    codec, duration_ms, peaks, loudness_known, created_at, uploaded_at, inspected_at)
  SELECT bench.id('recording', n), bench.id('user', author), 'ready', 'audio/wav', 2000000, 'original/' || name, 'playback/' || name,
    2000000, 'audio/wav', 'wav', 'pcm', 20000 + bench.pick(n, 55, 280000), peaks, true, at, at, at
  FROM bench.story CROSS JOIN LATERAL (SELECT left(encode(sha256(n::text::bytea), 'hex'), 40) AS hash) AS hashes
  CROSS JOIN LATERAL (SELECT left(hash, 2) || '/' || hash || '.wav' AS name, bench.at(n, bench.stories()) AS at) AS more
  JOIN bench.waves ON wave = bench.pick(n, 56, 500);
-- The most voted stories have word timings and audio on the disk; the others have only its row.
INSERT INTO stories (id, recording_id, user_id, title, transcript, transcript_words, duration_ms, tags, published, published_at, upvotes,
    downvotes, score, comments_count, created_with, created_at, updated_at)
  SELECT bench.id('story', n), bench.id('recording', n), bench.id('user', author),
    concat_ws(' ', bench.choose(n, 1, openings), bench.choose(n, 2, people), bench.choose(n, 3, deeds), bench.choose(n, 4, places),
      CASE WHEN n % 3 = 0 THEN 'con ' || bench.word(n, 5) END),
    transcript,
    CASE WHEN rank < 64 THEN (SELECT jsonb_agg(jsonb_build_object('text', text, 'startMs', (word - 1) * 400, 'endMs', word * 400 - 20,
      'confidence', 0.9) ORDER BY word) FROM string_to_table(transcript, ' ') WITH ORDINALITY AS spoken (text, word)) END,
    20000 + bench.pick(n, 55, 280000),
    -- The product of two even distributions prefers the first tags.
    (SELECT array_agg(DISTINCT tags[1 + bench.pick(n, 12 + part, 1000) * bench.pick(n, 22 + part, 1000) * 30 / 1000000])
      FROM generate_series(0, bench.pick(n, 11, 3)::int) AS part)
      || CASE WHEN n % 25 = 0 THEN ARRAY['rareza ' || bench.pick(n, 13, greatest(1, bench.stories() / 200))] ELSE '{}' END,
    true, at, votes - down, down, votes - 2 * down, comments, 'bench', at, at
  FROM bench.story CROSS JOIN bench.words
  CROSS JOIN LATERAL (SELECT 'Me llamo ' || bench.word(n, 6) || '. ' || string_agg(
      (SELECT s.sentence FROM bench.sentences AS s WHERE s.n = bench.pick(story.n, 40 + part, 4000)), ' ') AS transcript
    FROM generate_series(1, 6 + bench.pick(n, 7, 13)::int) AS part) AS texts
  CROSS JOIN LATERAL (SELECT (votes + 3) / 7 AS down, bench.at(n, bench.stories()) AS at) AS more;
INSERT INTO transcripts (recording_id, status, provider, text, created_at)
  SELECT recording_id, 'completed', 'bench', title, created_at FROM stories;
INSERT INTO votes (story_id, user_id, direction, created_at)
  SELECT bench.id('story', n), bench.id('user', bench.participant(n, turn, 53)),
    (CASE WHEN turn % 7 = 3 THEN 'down' ELSE 'up' END)::vote_direction, bench.at(n, bench.stories())
  FROM bench.story, generate_series(0, votes - 1) AS turn;
INSERT INTO comments (id, story_id, user_id, content, author_name, created_at)
  SELECT bench.id('comment', c), bench.id('story', n), p.id,
    concat_ws(' ', initcap(bench.choose(c, 8, endings)), 'Me recordó a', bench.choose(c, 9, people), bench.choose(c, 10, places) || '.'),
    p.username, timestamptz '2026-01-01Z' + interval '10 ms' * c
  FROM (SELECT n, row_number() OVER (ORDER BY n, turn) - 1 AS c FROM bench.story, generate_series(0, comments - 1) AS turn) AS made
  JOIN profiles p ON p.id = bench.id('user', bench.pick(c, 57, bench.users())) CROSS JOIN bench.words;
INSERT INTO follows (id, follower_id, following_id, created_at)
  SELECT bench.id('follow', n), bench.id('user', follower), bench.id('user', followed), bench.at(n % bench.users(), bench.users())
  FROM bench.follow;
INSERT INTO story_tags (tag, published_at, story_id)
  SELECT DISTINCT tag, published_at, id FROM stories, unnest(folded_tags) AS tag;
INSERT INTO story_words SELECT id, spoken_words(transcript) FROM stories;
-- As if they were made: a worker would make them while the server is measured.
INSERT INTO story_mp3s (story_id, key, bytes, duration_ms, made_at, is_even)
  SELECT id, 'mp3/' || id, 1, duration_ms, published_at, true FROM stories;
DROP SCHEMA bench CASCADE;
