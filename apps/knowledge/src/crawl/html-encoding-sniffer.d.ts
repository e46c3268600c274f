declare module 'html-encoding-sniffer' {
  /** The canonical name of the encoding of some bytes, by the HTML standard. */
  const sniffEncoding: (
    bytes: Uint8Array,
    options?: {
      xml?: boolean;
      transportLayerEncodingLabel?: string | undefined;
      defaultEncoding?: string;
    },
  ) => string;
  export = sniffEncoding;
}
