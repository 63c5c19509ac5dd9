/**
 * The same parts, once the first of them is there: what fails before it can still be answered, what fails later can only
 * break the connection. What is not read to the end is ended at its source.
 */
export async function begun<T>(parts: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const source = parts[Symbol.asyncIterator]();
  let first: IteratorResult<T> | undefined = await source.next();
  const rest: AsyncIterator<T> = {
    next() {
      if (!first) return source.next();
      const result = Promise.resolve(first);
      first = undefined;
      return result;
    },
    return: async (value) => (source.return ? source.return(value) : { done: true, value }),
  };
  return { [Symbol.asyncIterator]: () => rest };
}
