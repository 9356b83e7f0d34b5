-- Names that were taken since, which looked like one that was there, keep nobody from it.
LOCK TABLE profiles IN SHARE ROW EXCLUSIVE MODE;
UPDATE profiles SET skeleton = NULL
FROM (
  SELECT p.id, row_number() OVER (PARTITION BY p.skeleton ORDER BY u.created_at, u.id) AS place
  FROM profiles p JOIN users u ON u.id = p.id
  WHERE p.skeleton IN (SELECT skeleton FROM profiles GROUP BY skeleton HAVING count(*) > 1)
) AS alike
WHERE profiles.id = alike.id AND alike.place > 1;

-- CreateIndex
CREATE UNIQUE INDEX "profiles_skeleton_key" ON "profiles"("skeleton");
