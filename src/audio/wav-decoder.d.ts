/** Types of wav-decoder 1.3.0, which ships none. */
declare module 'wav-decoder' {
  interface Decoded {
    sampleRate: number;
    length: number;
    numberOfChannels: number;
    channelData: Float32Array[];
  }
  const wavDecoder: {
    decode: { sync(buffer: ArrayBufferLike, options?: { symmetric?: boolean }): Decoded };
  };
  export default wavDecoder;
}
