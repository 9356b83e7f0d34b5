export interface S3Settings {
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True if the bucket is in the path, false if it is a part of the host name. */
  readonly forcePathStyle: boolean;
}
