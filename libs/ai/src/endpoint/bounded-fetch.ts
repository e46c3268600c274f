/** A `fetch` that follows no redirect and fails on an answer of more than so many bytes. */
export const boundedFetch =
  (maxBytes: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' });
    if (!response.body) return response;
    let size = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        size += chunk.byteLength;
        if (size > maxBytes) controller.error(new RangeError(`The answer has more than ${maxBytes} bytes`));
        else controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counted), response);
  };
