import {
  maxChannelVersion,
  type BaseCheckpointSaver,
  type ChannelVersions,
} from "@langchain/langgraph-checkpoint";

/**
 * @internal A version after all those of a checkpoint. Savers may keep versions as strings, against the type of
 * `getNextVersion`.
 */
export function nextVersion(
  saver: Pick<BaseCheckpointSaver<string | number>, "getNextVersion">,
  versions: ChannelVersions = {},
): ChannelVersions[string] {
  const [first, ...others] = Object.values(versions);
  return saver.getNextVersion(
    first === undefined ? undefined : others.reduce((last, each) => maxChannelVersion(last, each), first),
  );
}
