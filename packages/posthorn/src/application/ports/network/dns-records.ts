/** RFC 2782. */
export interface ServiceTarget {
  /** Without final dot; empty: no such service. */
  readonly host: string;
  readonly port: number;
}

/** DNS lookups; empty without records. Methods reject if no name server replies. */
export interface DnsRecords {
  addresses(name: string): Promise<readonly string[]>;
  /** RFC 5321 §5.1; preferred first. */
  mailExchangers(domain: string): Promise<readonly string[]>;
  /** Such as `_imaps._tcp.example.org`; preferred first. */
  services(name: string): Promise<readonly ServiceTarget[]>;
}
