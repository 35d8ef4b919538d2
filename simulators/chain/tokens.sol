// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

contract Balances {
    string public name;
    string public symbol;
    uint8 public decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function move(address from, address to, uint256 value) internal {
        require(balanceOf[from] >= value, "insufficient balance");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    // Emits a transfer event without moving tokens, as fraudulent contracts do.
    function pretend(address to, uint256 value) external {
        emit Transfer(msg.sender, to, value);
    }
}

// Like Tether on Ethereum: `transfer` returns nothing, contrary to the standard.
contract TetherLike is Balances {
    constructor(string memory n, string memory s, uint8 d) Balances(n, s, d) {}

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    // Pays many addresses in one transaction, as batch payment tools do.
    function transferMany(address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) move(msg.sender, to[i], values[i]);
    }
}

contract StandardToken is Balances {
    constructor(string memory n, string memory s, uint8 d) Balances(n, s, d) {}

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }
}

// Keeps one percent of every transfer for its owner, so less arrives than was sent.
contract FeeToken is Balances {
    address private immutable owner = msg.sender;

    constructor(string memory n, string memory s, uint8 d) Balances(n, s, d) {}

    function transfer(address to, uint256 value) external returns (bool) {
        uint256 fee = value / 100;
        move(msg.sender, owner, fee);
        move(msg.sender, to, value - fee);
        return true;
    }
}
