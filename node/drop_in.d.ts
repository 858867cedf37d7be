/**
 * What a hook does with records that its partitioner leaves unkeyed: without a key nearly always,
 * and whatever else the partitioner itself does not place.
 *
 * - `client` (the default): as the client that the hook is for does without a key
 * - `round_robin`: one partition after the other, each topic for itself, from a drawn one
 * - `sticky`: one partition for 10 milliseconds, then another drawn one, each topic for itself
 * - `error`: the record is refused by the error `unkeyed`
 */
export type Unkeyed = 'client' | 'round_robin' | 'sticky' | 'error'

/** What may be said beside the partitioner's name. */
export interface Options {
  unkeyed?: Unkeyed
}

/** The same for a hook that asks for partition counts itself. */
export interface RefreshingOptions extends Options {
  /** After how many milliseconds a topic's count is asked for again: 300000 if not said. */
  refreshInterval?: number
}
