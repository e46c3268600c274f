-- The addresses in the deliveries and in the recipients of a message, by which those of a deleted contact are found.
CREATE FUNCTION mailed_addresses(delivery jsonb, data jsonb) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  -- Most messages have none.
  IF delivery IS NULL AND data -> 'email' IS NULL THEN RETURN '{}'; END IF;
  RETURN ARRAY(
    SELECT DISTINCT jsonb_path_query(
      jsonb_build_array(delivery, data #> '{email,to}', data #> '{email,cc}', data #> '{email,replyTo}'),
      '$[*][*].address') #>> '{}');
END $$;

CREATE INDEX "message_mailed_addresses" ON "message" USING gin (mailed_addresses("delivery", "data")) WHERE mailed_addresses("delivery", "data") <> '{}';
