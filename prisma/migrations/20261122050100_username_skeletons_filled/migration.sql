-- Those who look alike already keep their names; the eldest account alone keeps others from it.
UPDATE profiles SET skeleton = username_skeleton(eldest.username::text)
FROM (
  SELECT DISTINCT ON (username_skeleton(p.username::text)) p.id, p.username
  FROM profiles p JOIN users u ON u.id = p.id
  WHERE p.username IS NOT NULL
  ORDER BY username_skeleton(p.username::text), u.created_at, u.id
) AS eldest
WHERE profiles.id = eldest.id;
