// SHA-256 (FIPS 180-4) of a text in UTF-8, in hexadecimal. Browsers have it themselves only where the page came by
// https.
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((one) => n % one)) primes.push(n);
const bits = (number) => Math.floor((number - Math.floor(number)) * 2 ** 32);
const ROUNDS = primes.map((one) => bits(Math.cbrt(one)));
const START = primes.slice(0, 8).map((one) => bits(Math.sqrt(one)));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

function padded(text) {
  const bytes = new TextEncoder().encode(text);
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 128;
  new DataView(whole.buffer).setUint32(whole.length - 4, bytes.length * 8);
  return new DataView(whole.buffer);
}

function schedule(data, at) {
  const words = Array.from({ length: 64 }, (_, n) => (n < 16 ? data.getUint32(at + 4 * n) : 0));
  for (let n = 16; n < 64; n++) {
    const early = words[n - 15],
      late = words[n - 2];
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[n] = (words[n - 16] + low + words[n - 7] + high) | 0;
  }
  return words;
}

export function sha256(text) {
  const data = padded(text);
  let state = START;
  for (let at = 0; at < data.byteLength; at += 64) {
    let [a, b, c, d, e, f, g, h] = state;
    schedule(data, at).forEach((word, n) => {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n] + word) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    });
    state = [a, b, c, d, e, f, g, h].map((word, n) => (word + state[n]) | 0);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
